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
  /** One sequence for requests and decisions of a track. */
  seq: number
  reviewer_id: string
  reviewer_name: string
  asked_by: string
  asked_by_name: string
  message: string
  /** A date, such as 2026-11-28. */
  due_on: string | null
  /** 1: also covers later versions. */
  following: number
  created_at: Instant
  cancelled_at: Instant | null
}

/** Written once: database triggers refuse changes. */
export interface ApprovalDecisionTable {
  id: string
  project_id: string
  track_id: string
  /** This and the following columns are as of the decision. */
  track_title: string
  version_id: string
  version_number: number
  seq: number
  /** An account's or guest's id; `author_name` has the name. */
  author_id: string
  author_name: string
  decision: ApprovalVerdict
  body: string
  /** The note made from its message. */
  note_id: string | null
  file_name: string
  size_bytes: number
  sha256: string
  created_at: Instant
}
