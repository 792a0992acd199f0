public enum Repository {
  public static let path = String(
    #filePath.dropLast("/Tests/Support/KeywardTestSupport/Repository.swift".utf8.count))

  public static let version = "0.3.0"
}
