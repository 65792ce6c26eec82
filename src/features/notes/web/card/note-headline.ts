import { noteTitle } from '../../note-order.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'

/** What a note is called in one line: its words, or else what hangs on it. */
export function noteHeadline(
  { body, attachments: [first] }: Pick<NoteReply, 'body' | 'attachments'>,
  most?: number,
): string {
  if (body !== '' || !first) return noteTitle(body, most)
  return first.kind === 'voice' ? noteStrings.files.voice : noteTitle(first.fileName, most)
}
