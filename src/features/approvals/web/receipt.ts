import { text } from '#web/i18n/text.ts'
import type { ApprovalDecision } from '../approvals.contract.ts'
import { approvalStrings } from './approvals.strings.ts'

const { receipt: words } = approvalStrings

/** A decision as plain text, to save or send: who, when (UTC), which version, which file. */
export function receiptText(decision: ApprovalDecision, project: string): string {
  const { id, trackTitle, versionNumber, authorName, body, fileName, sizeBytes, sha256, createdAt } = decision
  return [
    words[decision.decision],
    text(words.project, { project }),
    text(words.track, { title: trackTitle, number: versionNumber }),
    // Digits without grouping, whatever the reader's locale.
    text(words.file, { file: fileName, bytes: String(sizeBytes) }),
    text(words.hash, { hash: sha256 }),
    text(words.by, { name: authorName }),
    text(words.at, { at: new Date(createdAt).toISOString() }),
    ...(body === '' ? [] : [text(words.words, { words: body })]),
    text(words.id, { id }),
  ].join('\n')
}
