import type { AnalysisVerdict } from '#audio/analysis-report.ts'

/** Thrown inside the child: the file cannot be used, and why. */
export class MediaVerdict extends Error {
  readonly verdict: AnalysisVerdict

  constructor(verdict: AnalysisVerdict, detail: string) {
    super(detail)
    this.verdict = verdict
  }
}
