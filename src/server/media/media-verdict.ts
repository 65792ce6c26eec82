import type { AnalysisVerdict } from '#audio/analysis-report.ts'

/** Thrown in the child: why the file cannot be used. */
export class MediaVerdict extends Error {
  readonly verdict: AnalysisVerdict

  constructor(verdict: AnalysisVerdict, detail: string) {
    super(detail)
    this.verdict = verdict
  }
}
