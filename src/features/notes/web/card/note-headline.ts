import { noteTitle } from '../../note-order.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'

/** A note's title in one line: its text, or else its attachments. */
export function noteHeadline(
  { body, attachments: [first] }: Pick<NoteReply, 'body' | 'attachments'>,
  most?: number,
): string {
  if (body !== '' || !first) return noteTitle(body, most)
  return first.kind === 'voice' ? noteStrings.files.voice : noteTitle(first.fileName, most)
}
