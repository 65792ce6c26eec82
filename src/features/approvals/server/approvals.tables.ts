import type { Instant } from '#shared/units.ts'
import type { ApprovalVerdict } from '../approvals.policy.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    approval_asks: ApprovalAskTable
    approval_decisions: ApprovalDecisionTable
  }
}

export interface ApprovalAskTable {
  id: string
  project_id: string
  track_id: string
  version_id: string
  version_number: number
  /** Counts asks and decisions of a track together, in the order they came. */
  seq: number
  reviewer_id: string
  reviewer_name: string
  asked_by: string
  asked_by_name: string
  message: string
  /** A day, as in 2026-11-28. */
  due_on: string | null
  /** 1: also for the versions that come after it. */
  following: number
  created_at: Instant
  cancelled_at: Instant | null
}

/** Written once and never again: the database refuses changes. */
export interface ApprovalDecisionTable {
  id: string
  project_id: string
  track_id: string
  /** Everything here as it was when it was decided. */
  track_title: string
  version_id: string
  version_number: number
  seq: number
  /** An account's id, or a guest's: whoever it was, `author_name` says by what name. */
  author_id: string
  author_name: string
  decision: ApprovalVerdict
  body: string
  /** The note its words became on the version. */
  note_id: string | null
  file_name: string
  size_bytes: number
  sha256: string
  created_at: Instant
}
