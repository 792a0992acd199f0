#!/usr/bin/env python3
"""The environment for the lines of Docs/Recipes.md: keys, archives, servers; for Tests/System/recipes.

For each recipe: the programs it needs, the Debian packages they are in, the answers to their prompts, and shell
lines: `prepare` as root before, `before` and `check` in the shell of the line, `stop` as root afterwards.
The folder is the user's home, $SECRET the passphrase, $PLACE a folder for servers.
"""

# Both entries of one dialogue.
TWICE = "SECRET\rSECRET\r"
AGAIN = ["SECRET\r", "SECRET\r"]

# A server that serves a repository to anybody with the password.
GIT_SERVER = r"""
import base64, functools, http.server, os, sys
good = "Basic " + base64.b64encode(("ada:" + os.environ["SECRET"]).encode()).decode()
class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.headers.get("Authorization") == good:
            return super().do_GET()
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="notes"')
        self.send_header("Content-Length", "0")
        self.end_headers()
server = http.server.HTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=sys.argv[1]))
if os.fork() == 0:
    open(sys.argv[1] + "/pid", "w").write(str(os.getpid()))
    for number in range(3): os.dup2(os.open("/dev/null", os.O_RDWR), number)
    server.serve_forever()
print(server.server_port)
"""

# An encrypted configuration in rclone's format.
RCLONE_CONFIGURATION = r"""
import base64, ctypes, hashlib, os
sodium = ctypes.CDLL("libsodium.so.23")
text, nonce = b"[notes]\ntype = local\n", os.urandom(24)
key = hashlib.sha256(("[" + os.environ["SECRET"] + "][rclone-config]").encode()).digest()
box = ctypes.create_string_buffer(len(text) + 16)
sodium.crypto_secretbox_easy(box, text, ctypes.c_ulonglong(len(text)), nonce, key)
print("# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:")
print(base64.b64encode(nonce + box.raw).decode())
"""

KERBEROS = r"""
mkdir -p "$PLACE/kdc" && cd "$PLACE/kdc"
cat >krb5.conf <<END
[libdefaults]
default_realm = EXAMPLE.ORG
[realms]
EXAMPLE.ORG = {
  kdc = 127.0.0.1:18888
}
END
cat >kdc.conf <<END
[realms]
EXAMPLE.ORG = {
  database_name = $PLACE/kdc/principal
  key_stash_file = $PLACE/kdc/stash
  kdc_ports = 18888
  kdc_tcp_ports = 18888
}
END
export KRB5_CONFIG=$PLACE/kdc/krb5.conf KRB5_KDC_PROFILE=$PLACE/kdc/kdc.conf
kdb5_util create -s -P master -r EXAMPLE.ORG
kadmin.local -q "addprinc -pw \"$SECRET\" ada"
krb5kdc -P "$PLACE/kdc/pid"
"""

POSTGRES = r"""
mkdir -p "$PLACE/pg" && chown postgres "$PLACE/pg" && cd "$PLACE/pg"
echo "$SECRET" >password && chmod 644 password
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
as() { runuser -u postgres -- "$@"; }
as "$bin/initdb" -D "$PLACE/pg/data" -U ada --auth=scram-sha-256 --pwfile=password
as "$bin/pg_ctl" -D "$PLACE/pg/data" -w -l "$PLACE/pg/log" \
  -o "-k $PLACE/pg -p 18889 -c listen_addresses=127.0.0.1" start
PGPASSWORD=$SECRET psql -h 127.0.0.1 -p 18889 -U ada -d postgres -c 'create database notes'
"""

MYSQL = r"""
mkdir -p "$PLACE/mysql" && cd "$PLACE/mysql" && chown mysql .
mariadb-install-db --user=mysql --datadir="$PLACE/mysql/data" --skip-test-db
(mariadbd --no-defaults --user=mysql --datadir="$PLACE/mysql/data" --skip-networking \
  --socket="$PLACE/mysql/socket" --pid-file="$PLACE/mysql/pid" >log 2>&1 &)
mariadb-admin --no-defaults --socket=socket --wait=30 ping
mysql --no-defaults --socket=socket -e "create user ada@localhost identified by '$SECRET'"
printf '[client]\nsocket=%s\n' "$PLACE/mysql/socket" >"$HOME/.my.cnf"
chmod 644 "$HOME/.my.cnf"
"""

RECIPES = {
    "gpg": {
        "needs": ["gpg", "gpg-agent"], "packages": "gnupg", "answers": ["SECRET\rSECRET\r"],
        "before": "chmod 700 ~/.gnupg",
        "check": 'gpg --batch --pinentry-mode loopback --passphrase "$SECRET" -d notes.txt.gpg '
                 "| cmp - notes.txt; gpgconf --kill all",
    },
    "ssh": {
        "needs": ["ssh-add", "ssh-agent"], "packages": "openssh-client",
        "before": 'mkdir -p -m 700 .ssh; ssh-keygen -q -t ed25519 -N "$SECRET" -f .ssh/id_ed25519; '
                  'eval "$(ssh-agent)"',
        "check": "ssh-add -l | grep -q ED25519; ssh-agent -k",
    },
    "sudo": {"needs": ["sudo"], "packages": "sudo", "before": "sudo -k"},
    "git": {
        "needs": ["git", "python3"], "packages": "git",
        "before": f"""
          mkdir -p served && git init -q made && cp notes.txt made
          git -C made add . && git -C made -c user.name=a -c user.email=a@b commit -q -m one
          git clone -q --bare made served/notes.git && git -C served/notes.git update-server-info
          port=$(python3 -c '{GIT_SERVER.replace("'", "'" + chr(92) + "''")}' "$PWD/served")
          git config --global url.http://ada@localhost:$port/.insteadOf https://ada@git.example.org/
        """,
        "check": "kill $(cat served/pid); cmp notes/notes.txt notes.txt",
    },
    "restic": {
        "needs": ["restic"], "packages": "restic",
        "answers": [TWICE, "SECRET\r"],
        "check": 'RESTIC_PASSWORD=$SECRET restic -r repo ls latest | grep notes.txt; rm -rf repo',
    },
    "borg": {
        "needs": ["borg"], "packages": "borgbackup",
        "answers": [TWICE, "SECRET\r"],
        "check": 'BORG_PASSPHRASE=$SECRET borg list repo | grep monday; rm -rf repo',
    },
    "rclone": {
        "needs": ["rclone", "python3"], "packages": "rclone libsodium23",
        "before": "mkdir -p .config/rclone; python3 -c '"
                  f"{RCLONE_CONFIGURATION}' >.config/rclone/rclone.conf",
    },
    "ansible-vault": {
        "needs": ["ansible-vault"], "packages": "ansible-core",
        "answers": [*AGAIN, "SECRET\r"],
        "check": "grep -q ANSIBLE_VAULT notes.yml",
    },
    "cryptsetup": {
        "needs": ["cryptsetup"], "packages": "cryptsetup-bin", "root": True,
        "before": 'truncate -s 20M disk.img; printf %s "$SECRET" | cryptsetup -q luksFormat '
                  "--pbkdf pbkdf2 --pbkdf-force-iterations 1000 disk.img -",
    },
    "openssl": {
        "needs": ["openssl"], "packages": "openssl", "answers": [TWICE, "SECRET\r"],
        "check": "cmp notes.again notes.txt",
    },
    "7z": {
        "needs": ["7z"], "packages": "p7zip-full",
        "check": '7z x -so "-p$SECRET" notes.7z | cmp - notes.txt',
    },
    "psql": {
        "needs": ["psql", "runuser"], "packages": "postgresql", "prepare": POSTGRES,
        "before": "export PGPORT=18889",
        "stop": ['kill -INT "$(head -n 1 "$PLACE/pg/data/postmaster.pid")"'],
    },
    "mysql": {
        "needs": ["mysql", "mariadbd"], "packages": "mariadb-client mariadb-server",
        "prepare": MYSQL, "stop": ['kill "$(cat "$PLACE/mysql/pid")"'],
    },
    "kinit": {
        "needs": ["kinit", "krb5kdc"], "packages": "krb5-user krb5-kdc krb5-admin-server",
        "prepare": KERBEROS, "before": "export KRB5_CONFIG=$PLACE/kdc/krb5.conf",
        "check": "klist -s; kdestroy", "stop": ['kill "$(cat "$PLACE/kdc/pid")"'],
    },
    "age": {
        "needs": ["age"], "packages": "age", "answers": [*AGAIN, "SECRET\r"],
        "check": "cmp notes.again notes.txt",
    },
    "zip": {
        "needs": ["zip", "unzip"], "packages": "zip unzip", "answers": AGAIN,
        "check": 'unzip -p -P "$SECRET" notes.zip | cmp - notes.txt; rm notes.zip',
    },
    "unzip": {
        "needs": ["unzip", "zip"], "packages": "unzip zip",
        "before": 'zip -q -P "$SECRET" notes.zip notes.txt; mv notes.txt kept',
        "check": "cmp notes.txt kept",
    },
    "chpasswd": {
        "needs": ["chpasswd", "python3"], "packages": "passwd", "root": True, "answers": [TWICE],
        "before": "passwd --quiet --delete ada",
        "check": "python3 -W ignore -c 'import crypt, os, spwd; "
                 'kept = spwd.getspnam("ada").sp_pwdp; '
                 "assert crypt.crypt(os.environ[\"SECRET\"], kept) == kept'",
    },
    "systemd": {
        "needs": ["systemd-ask-password"], "packages": "systemd", "root": True,
        "prepare": "mkdir -p /run/systemd/ask-password",
        "before": "shell=$$; trap : TERM; set +e\n"
                  '(systemd-ask-password --no-tty --timeout=60 PIN >answer; pkill -P "$shell" keyward) &',
        "check": 'set -e; [ "$(cat answer)" = "$SECRET" ]',
    },
}
