/// The folder of this repository, where tests read documents, examples and scripts.
public enum Repository {
  public static let path = String(
    #filePath.dropLast("/Tests/Support/KeywardTestSupport/Repository.swift".utf8.count))

  public static let version = "0.2.0"
}
