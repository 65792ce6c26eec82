/** Exit codes; the README documents them. */
export const exitCodes = /** @type {const} */ ({
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  unreachable: 5,
  damaged: 6,
})

/** An error that the user can understand. Anything else that is thrown is a bug. */
export class Trouble extends Error {
  /**
   * @param {Exclude<keyof typeof exitCodes, 'done'>} kind
   * @param {string} message
   * @param {string} [code] Stable, for programs: the server's own where it was the server's refusal.
   */
  constructor(kind, message, code = kind) {
    super(message)
    this.name = 'Trouble'
    this.kind = kind
    this.code = code
  }

  get exitCode() {
    return exitCodes[this.kind]
  }
}
