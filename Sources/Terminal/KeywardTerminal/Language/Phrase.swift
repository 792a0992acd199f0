/// A string that prompts show, named by its meaning.
///
///     Language.german[.closesIn, "5"]     // "Schließt in 5 s"
///
/// `english` has the English strings; the files of `Layouts/languages` have the others, under the
/// names of the phrases and in their order. `{0}`, `{1}` and `{2}` are placeholders; no string has
/// plural forms. In a string such as `Esc cancel`, the part before the first blank is the key, which
/// narrow windows show alone.
package enum Phrase: String, CaseIterable, Sendable {
  // Labels of buttons; `_` marks the accelerator.
  case ok, yes, no, cancel
  // The label of a drawn key; `KeyboardLanguage` has those of the keyboard.
  case powerOff
  // Labels of fields, and texts in and below them.
  case passphrase, pin, idNumber, recoveryKey, seedPhrase, code, password, answer, repetition, user
  case quality, tooWeak, matches, commonPassword, keyboardWalk
  // Keys and their meanings.
  case enterSubmit, enterPress, enterChoose, enterContinue, enterTake, enterPowerOff
  case escCancel, escClose
  case tabNext, tabField, tabKeys, tabKeyboard, tabPowerOff
  case arrowsChoose, lettersSelect, ctrlNMore
  case ctrlTReveal, ctrlTHide, ctrlKKeys, ctrlKKeyboard, ctrlGGenerate, ctrlBackslashPassOn
  case pageUp, pageDown
  // Buttons of a gamepad and their meanings.
  case startSubmit, selectCancel, southPress, eastDelete, westShift, northPanel
  // The asking program and its folder.
  case askedBy, askedByUser, askedByUnverified, eachMayRead, unknownProgram, inFolder
  case askerChanged
  // The use of the answer.
  case purpose, runsAs, editsAs, logsInTo, passesTo, asUser, aShell, commandUnreadable
  case doorDescriptor, doorVariable, doorInput
  // Missing protections.
  case memoryNotLocked, memoryReadable, coreDumps, rawTerminal, fontRefused
  case sandboxOff, sandboxHosted, sandboxMissing, sandboxLacksCalls, sandboxLacksFiles
  // Faults of a source of settings.
  case configurationFault, configurationFaults
  // The state of the prompt.
  case oneMoment, capsLock, numLockOff, closesIn, switchesOffIn, practice, visibleText
  case groupingBlanks, generatedWords, generatedCharacters, decimalPoint, length, words
  case lengthHidden
  // Errors of the previous attempt.
  case entriesDiffer, notAllowed, notGenerated, questionChanged, terminalChanged
  case keysDroppedUntilPause, withdrawnKeysDropped, timeUpKeysDropped
  // Refused input, or input that needs another Enter.
  case nothingTyped, sendsEmpty, missingCharacter, charactersCut, charactersRefused
  case group, word, digitCount, groupsFail, groupIncomplete, wordCount, checkFails, correctOrEnter
  case fieldFull, longest, deadKey
  case noCharacter, onlyDigits, onlyLetters, onlyDigitsAnd, onlyThese, onlySome, onlyIDCard
  case useDrawnKeys, usePhysicalKeys, wrongEncoding, unknownAltCharacter, unknownCharacter
  case unfinishedMessage
  // Refused pastes.
  case pasteTooLong, pasteLineBreak, pasteControl, pasteRefused, pasteIDCard, pasteNotEmpty
  case pasteOff, pasteUnfinished, pasteInterrupted
  // Keys that have no effect here.
  case ctrlZNotHere, ctrlGNotHere, ctrlKPlain, ctrlKInline, ctrlKNeeded, ctrlNoKeyboard
  case ctrlNoKeyboardHere, ctrlTVisible, tabNotHere, ctrlTNotHere, ctrlTPlain, ctrlNoField
  case ctrlNPlain, ctrlNNoFocus, ctrlNNoMore, inConfiguration
  // Typing again in another layout.
  case wrongLayout, layoutIs, layoutKeeps, layoutLacks, layoutRefused, onlyLayout, noLayouts
  // The drawn keyboard.
  case noRoom, turnedUnseen, needsLargerWindow, turnedAlike, cannotDraw
  // Decisions.
  case nothingToType, pressEnter, typeLetter, pressLetter, dangerous, printsHere
  // Line mode.
  case error, warning, secondsLeft, textKept, cancelled, timedOut, switchingOff
  case endedBySignal, escCancels
  // Texts that `attend` and `lend` show beside a command and between questions.
  case answerDiscarded, answerDirectly, waiting, questionsElsewhere, lockedBy
  case endedAnswered, endedDeclined, endedCancelled, endedLate, endedWithdrawn, endedStopped
  case endedUnanswered

  /// The place of the phrase in `allCases`, which is the byte by which Swift represents a case.
  var place: Int { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }
}
