import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct CommandTextTests {
  private func line(_ words: [String], isASCII: Bool = false) -> String {
    CommandText(isASCII: isASCII).line(words.map { Array($0.utf8) })
  }

  @Test(
    "Words are quoted as a shell needs them",
    arguments: [
      (["apt-get", "upgrade", "-y"], "apt-get upgrade -y"), (["a b", ""], "'a b' ''"),
      (["it's"], "'it'\\''s'"), (["$(id)", "`id`", "a;b", "~"], "'$(id)' '`id`' 'a;b' '~'"),
      (["a\\b"], "'a\\b'"), (["größe", "第1章"], "größe 第1章"), (["sehr größ"], "'sehr größ'"),
    ])
  func words(_ words: [String], _ shown: String) { #expect(line(words) == shown) }

  @Test(
    "Characters that control, hide or imitate are shown as codes",
    arguments: [
      ("a\u{1b}[2J", "$'a\\u{1b}[2J'"), ("a\nb'\\", "$'a\\u{a}b\\'\\\\'"),
      ("\u{202e}x", "$'\\u{202e}x'"), ("a\u{200b}b", "$'a\\u{200b}b'"),
      ("a\u{a0}b", "$'a\\u{a0}b'"), ("pаss", "$'p\\u{430}ss'"), ("со", "$'\\u{441}\\u{43e}'"),
      ("Документы", "Документы"), ("ｒｍ", "$'\\u{ff52}\\u{ff4d}'"),
      ("rm\u{2010}x", "$'rm\\u{2010}x'"),
      ("אב", "$'\\u{5d0}\\u{5d1}'"), ("x\u{300}\u{301}\u{302}", "$'x\u{300}\u{301}\\u{302}'"),
      ("\u{3164}", "$'\\u{3164}'"), ("…", "$'\\u{2026}'"), ("╭", "$'\\u{256d}'"),
    ])
  func codes(_ word: String, _ shown: String) { #expect(line([word]) == shown) }

  @Test(
    "Long runs of blanks are shown as their length, which no text can imitate",
    arguments: [
      ("a   b", "'a   b'"), ("a    b", "$'a\\u{20}×4b'"), ("    ", "$'\\u{20}×4'"),
      (String(repeating: " ", count: 60) + "'7", "$'\\u{20}×60\\'7'"),
      ("a     5", "$'a\\u{20}×5\\u{35}'"), ("\\u{20}×60", "$'\\\\u{20}\\u{d7}60'"),
      ("é     ü", "$'é\\u{20}×5ü'"),
    ])
  func runs(_ word: String, _ shown: String) { #expect(line([word]) == shown) }

  @Test("Bytes that are no text are shown as codes, and ASCII screens get only ASCII")
  func bytes() {
    #expect(CommandText().line([[0x61, 0xff, 0x9b, 0x62]]) == "$'a\\x{ff}\\x{9b}b'")
    #expect(line(["é"], isASCII: true) == "$'\\u{e9}'")
    #expect(line(["a     b"], isASCII: true) == "$'a\\u{20}x5b'")
    #expect(line(["--token", "x"], isASCII: true) == "--token ...")
  }

  @Test("Nothing that can harm a terminal comes through", arguments: InjectionCorpus.texts)
  func corpus(_ bytes: [UInt8]) {
    for word in [bytes, Array("--x=".utf8) + bytes] {
      let shown = CommandText().line([word])
      for scalar in shown.unicodeScalars {
        #expect(scalar.isPrintable || scalar.properties.generalCategory == .nonspacingMark)
      }
      for character in shown { #expect((1...2).contains(CharacterWidth.of(character))) }
    }
  }

  @Test(
    "Values that look like secrets are hidden, and nothing that a shell would run",
    arguments: [
      (["x", "--password=abc", "y"], "x --password=… y"),
      (["--db-passwd", "a b", "c"], "--db-passwd … c"),
      (["--token", "abc"], "--token …"), (["--token"], "--token"),
      (["API_TOKEN=abc", "KEY=", "key=x"], "API_TOKEN=… KEY=… key=…"), (["TOKENS=a"], "TOKENS=a"),
      (["sh", "-c", "X_KEY=1 rm -rf /"], "sh -c 'X_KEY=… rm -rf /'"),
      (["sh", "-c", "--password=1;rm x"], "sh -c '--password=…;rm x'"),
      (["mysql", "-pabc", "db"], "mysql -p… db"), (["mysql", "-p", "db"], "mysql -p db"),
      (["/usr/bin/mariadb-dump", "-pabc"], "/usr/bin/mariadb-dump -p…"),
      (["sshpass", "-p", "abc", "ssh", "-p", "22"], "sshpass -p … ssh -p 22"),
      (["sshpass", "-pabc", "ssh"], "sshpass -p… ssh"), (["cp", "-pr", "a"], "cp -pr a"),
      (["ssh-keygen", "-qN", "abc", "-P", "x", "-f", "id"], "ssh-keygen -qN … -P … -f id"),
      (["git", "clone", "https://me:abc@host/x"], "git clone https://me:…@host/x"),
      (["curl", "https://host/a:b@c"], "curl https://host/a:b@c"),
      (["x", "https://u:abc@host/?token=9"], "x 'https://u:…@host/?token=…'"),
      (["sh", "-c", "mysql -pabc --password=d e"], "sh -c 'mysql -p… --password=… e'"),
      (["sh", "-c", "x --token abc;rm y"], "sh -c 'x --token …;rm y'"),
      (["sh", "-c", "x --token;rm y"], "sh -c 'x --token;rm y'"),
      (["sh", "-c", "x --token $(rm y)"], "sh -c 'x --token …(rm y)'"),
      (["curl", "-su", "me:abc", "x"], "curl -su … x"), (["ls", "-u", "x"], "ls -u x"),
      (["curl", "-H", "Authorization: Bearer abc"], "curl -H 'Authorization: …'"),
      (["x", "X-Api-Key: abc"], "x 'X-Api-Key: …'"), (["x", "--pass=abc"], "x --pass=…"),
      (["mount", "-o", "password=a"], "mount -o password=…"),
      (["mount", "-o", "user=me,pass=a,vers=3.0"], "mount -o user=me,pass=…,vers=3.0"),
      (["mount", "-oro,user=me,password=a,b"], "mount -oro,user=me,password=…"),
      (["x", "--options=user=me,password=a,uid=1"], "x --options=user=me,password=…,uid=1"),
      (["mount", "-o", "ro,password,user=me"], "mount -o ro,password,user=me"),
      (["docker", "run", "--env=API_TOKEN=a", "x"], "docker run --env=API_TOKEN=… x"),
      (["curl", "--user", "me:a", "x"], "curl --user … x"),
      (["curl", "--proxy-user=me:a"], "curl --proxy-user=…"),
      (["adduser", "--user", "me"], "adduser --user me"),
      (["curl", "--url=https://me:a@host/"], "curl --url=https://me:…@host/"),
      (["x", "db=postgres://me:a@host/b,c://d:e@f"], "x db=postgres://me:…@host/b,c://d:…@f"),
      (["x", "https://me@host:443/a:b"], "x https://me@host:443/a:b"),
      (["sh", "-c", "mysql -pabc;x c://d:e@f"], "sh -c 'mysql -p…;x c://d:…@f'"),
      (["curl", "-H", "Authorization:Basic abc"], "curl -H Authorization:…"),
      (["curl", "--header", "Cookie: a=b"], "curl --header 'Cookie: …'"),
      (["docker", "pull", "my-token:latest"], "docker pull my-token:latest"),
      (["openssl", "-passin", "pass:a"], "openssl -passin pass:…"),
      (["7z", "x", "-pabc", "a.7z"], "7z x -p… a.7z"), (["ssh", "-p22", "x"], "ssh -p22 x"),
      (["zip", "-rP", "a", "b.zip"], "zip -rP … b.zip"),
      (["redis-cli", "-a", "b"], "redis-cli -a …"),
      (["ldapsearch", "-x", "-w", "a", "b"], "ldapsearch -x -w … b"),
      (["cp", "-a", "b"], "cp -a b"),
    ])
  func secrets(_ words: [String], _ shown: String) { #expect(line(words) == shown) }

  @Test(
    "A word with hidden values has one pair of quotes around all of it",
    arguments: [
      (["curl", "--header=Authorization: Bearer abc"], "curl '--header=Authorization: …'"),
      (["curl", "-HAuthorization: Bearer abc"], "curl '-HAuthorization: …'"),
      (["sh", "-c", "a='b' X_KEY=c d"], "sh -c 'a='\\''b'\\'' X_KEY=… d'"),
      (["sh", "-c", "X_KEY=c it's"], "sh -c 'X_KEY=… it'\\''s'"),
      (["sh", "-c", "x --passwd=1 --token=2 X_KEY=3"], "sh -c 'x --passwd=… --token=… X_KEY=…'"),
      (["x", "--token=a b"], "x --token=…"), (["x", "X_KEY=\u{1b}"], "x X_KEY=…"),
      (["sh", "-c", "X_KEY=1 a\u{1b}'"], "sh -c $'X_KEY=… a\\u{1b}\\''"),
      (["sh", "-c", "X_KEY=1     5 …"], "sh -c $'X_KEY=…\\u{20}×5\\u{35} \\u{2026}'"),
      (["sh", "-c", "größe X_KEY=1"], "sh -c 'größe X_KEY=…'"),
    ])
  func hiddenInQuotes(_ words: [String], _ shown: String) {
    #expect(line(words) == shown)
    // Outside of escapes, quotes are only at the ends of a word.
    for word in words.map({ line(["sh", $0]).dropFirst(3) }) {
      let inner = word.replacing("'\\''", with: "").replacing("\\'", with: "")
      let quotes = inner.count { $0 == "'" }
      #expect(quotes == 0 || quotes == 2 && inner.last == "'", "\(word)")
    }
  }
}
