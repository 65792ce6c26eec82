/** What a feature states in its feature file: its answer to a hook, not joined yet. */
export interface HookAnswer {
  readonly hook: string
  readonly join: () => void
}

/**
 * A question, or a piece of news, for features that come later: declared by the room that asks, which knows none of
 * them, and answered in the feature files of those that know.
 */
export interface Hook<Arguments extends readonly unknown[], Answer> {
  readonly name: string
  /**
   * Asks one after the other, in the order of the features, and gives their answers in that order. The first that
   * throws ends it, and with it the transaction that it was asked in.
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

/** Before anybody asks; joining the same answers twice changes nothing. */
export function joinHooks(answers: readonly HookAnswer[]): void {
  for (const { join } of answers) join()
}
