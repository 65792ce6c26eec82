/** One result of the doctor. A warning is not an error, but worth knowing. */
export interface DoctorFinding {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'trouble'
  readonly words: string
}

export const ok = (about: string, words: string): DoctorFinding => ({ about, state: 'ok', words })
export const warning = (about: string, words: string): DoctorFinding => ({ about, state: 'warning', words })
export const trouble = (about: string, words: string): DoctorFinding => ({ about, state: 'trouble', words })

/** Runs a check, or reports the error that prevented it. */
export async function look(
  about: string,
  work: () => Promise<DoctorFinding | readonly DoctorFinding[]>,
): Promise<readonly DoctorFinding[]> {
  try {
    return [await work()].flat()
  } catch (error) {
    return [trouble(about, error instanceof Error ? error.message : String(error))]
  }
}
