import type { Selectable } from 'kysely'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { remembered } from '#server/remembered.ts'
import type { VersionTable } from '../tracks.tables.ts'

interface Parsed {
  readonly text: string
  readonly report: AnalysisReport
}

/** Every range of a stream and every project page asks for reports; parsing is most of what reading them costs. */
const latest = remembered<[versionId: string], { parsed?: Parsed }>(
  500,
  (versionId) => versionId,
  () => ({}),
)

/** The analysis’ report of a version; null while there is none. */
export function parsedReport({
  id,
  report: text,
}: Pick<Selectable<VersionTable>, 'id' | 'report'>): AnalysisReport | null {
  if (text === null) return null
  const known = latest(id)
  if (known.parsed?.text !== text) known.parsed = { text, report: JSON.parse(text) }
  return known.parsed.report
}
