import Glibc
import KeywardPrograms
import SecureMemory

/// A prepared change of one file: the new file is beside the old one, with the same metadata.
///
///     let steps = try changes.map(SetupStep.init)   // if one fails, nothing has changed
///     for step in steps { try step.commit() }
///
/// A step that is not committed leaves nothing behind.
final class SetupStep {
  private let change: SetupChange
  private let target: String
  private var content: StagedFile?
  private var copy: StagedFile?
  private var folders: [String] = []

  init(_ change: SetupChange) throws(SetupFailure) {
    self.change = change
    try change.check()
    do throws(FileError) {
      target = try SmallFile.place(of: change.file.path)
      try stage()
    } catch {
      throw change.failure(error)
    }
  }

  deinit { discard() }

  private func stage() throws(FileError) {
    if change.removesFile { return try SmallFile.checkRemoving(target) }
    let new = Array(change.new.utf8)
    guard let old = change.old else {
      if change.isUndoing { return }
      folders = try FilePath.makeFolders(change.missingFolders, above: target)
      content = try StagedFile(for: target, bytes: new, as: .mode(S_IRUSR | S_IWUSR))
      return
    }
    let nature = try FileMetadata(ofFile: target)
    if change.keepsCopy, let place = change.copies.place(for: old.bytes), place.isNew {
      copy = try StagedFile(for: place.path, bytes: old.bytes, as: .copy(of: nature))
    }
    content = try StagedFile(for: target, bytes: new, as: .copy(of: nature))
  }

  /// Replaces the file; if this fails, the file is unchanged.
  func commit() throws(SetupFailure) -> SetupChange.Outcome {
    do throws(FileError) {
      try checkUnchanged()
      let outcome = try put()
      folders = []
      return outcome
    } catch {
      discard()
      throw change.failure(error)
    }
  }

  private func put() throws(FileError) -> SetupChange.Outcome {
    if change.removesFile {
      guard unsafe unlink(target) == 0 else { throw .system(errno) }
      FilePath.removeFolders(change.madeFolders, above: target)
      return .removed
    }
    try copy?.commit(replacing: false)
    do throws(FileError) {
      try content?.commit(replacing: change.old != nil)
    } catch {
      if let copy { unsafe unlink(copy.path) }
      throw error
    }
    return change.isUndoing ? .written : change.keptAt.map { .changed(backup: $0) } ?? .written
  }

  /// Throws if the file has changed since it was read, for example because an editor saved it.
  private func checkUnchanged() throws(FileError) {
    guard let old = change.old else { return }
    let now = try SmallFile(target, atMost: SetupFile.longest)
    guard now.bytes == old.bytes, now.place == old.place, now.names == old.names else {
      throw .changed
    }
  }

  private func discard() {
    content?.discard()
    copy?.discard()
    for folder in folders.reversed() { unsafe rmdir(folder) }
    folders = []
  }
}

extension SetupChange {
  var removesFile: Bool {
    guard isUndoing, let old, new.isEmpty, !difference.isEmpty else { return false }
    // Earlier versions did not record that they created a file, but such a file has no copy.
    let isMade = file.parsed(old.bytes.text).madeFolders != nil || copies.paths.isEmpty
    // Setup never creates a link, so it existed before.
    return isMade && !FilePath.isLink(file.path)
  }

  var madeFolders: Int {
    old.flatMap { file.parsed($0.bytes.text).madeFolders } ?? 0
  }

  /// The path of the copy made before setup added lines; nil if there is none.
  var keptAt: String? {
    guard keepsCopy, let old else { return former?.path }
    return copies.place(for: old.bytes)?.path
  }

  func failure(_ trouble: FileError) -> SetupFailure {
    var failure = SetupFailure(path: file.path, what: "could not be written (\(trouble.reason))")
    failure.stopsAll = true
    if let advice = trouble.advice { failure.advice = "the file was not changed; \(advice)." }
    return failure
  }
}
