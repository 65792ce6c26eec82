/** A feature's answer to a hook, as declared in its feature file. */
export interface HookAnswer {
  readonly hook: string
  readonly join: () => void
}

/**
 * A question or notification for later features: declared by the code that asks, without knowing who answers, and
 * answered in feature files.
 */
export interface Hook<Arguments extends readonly unknown[], Answer> {
  readonly name: string
  /**
   * Calls the answers one after another, in the order of the features, and returns their results in that order. The
   * first that throws ends the call and the transaction it runs in.
   */
  readonly ask: (...about: Arguments) => Promise<readonly Answer[]>
  readonly answeredBy: (answer: (...about: Arguments) => Answer | Promise<Answer>) => HookAnswer
}

export function defineHook<Arguments extends readonly unknown[], Answer = void>(name: string): Hook<Arguments, Answer> {
  const joined = new Set<(...about: Arguments) => Answer | Promise<Answer>>()
  return {
    name,
    ask: async (...about) => {
      const answers: Answer[] = []
      for (const answer of joined) answers.push(await answer(...about))
      return answers
    },
    answeredBy: (answer) => ({ hook: name, join: () => void joined.add(answer) }),
  }
}

/** Call before the first request; joining the same answers twice changes nothing. */
export function joinHooks(answers: readonly HookAnswer[]): void {
  for (const { join } of answers) join()
}
