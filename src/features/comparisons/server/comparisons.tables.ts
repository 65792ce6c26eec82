import type { Instant } from '#shared/units.ts'
import type { Comparison, ComparisonState } from '../comparisons.contract.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    comparisons: ComparisonTable
  }
}

/** One row per ordered pair of versions that was compared. */
export interface ComparisonTable {
  id: string
  project_id: string
  version_a: string
  version_b: string
  state: ComparisonState
  /** JSON of a ComparisonResult. */
  result: string | null
  error: Comparison['error']
  created_at: Instant
}
