/**
 * Writes results and progress: text for people, or one line of JSON each for programs. Progress is overwritten in place
 * on a terminal and left out elsewhere.
 */
export class Report {
  /** @param {{ readonly json: boolean, readonly quiet: boolean }} how */
  constructor({ json, quiet }) {
    this.json = json
    this.quiet = quiet
    this.live = !json && !quiet && process.stderr.isTTY === true
    this.drawn = false
    this.drawnAt = 0
  }

  /**
   * @param {object} result For programs.
   * @param {string} words For people.
   */
  result(result, words) {
    this.clear()
    process.stdout.write(this.json ? `${JSON.stringify(result)}\n` : `${words}\n`)
  }

  /** @param {string} words */
  note(words) {
    this.clear()
    if (!this.json && !this.quiet) process.stderr.write(`${words}\n`)
  }

  /**
   * @param {string} what
   * @param {number} done
   * @param {number} total
   */
  progress(what, done, total) {
    const now = Date.now()
    if (!this.live || (done < total && now - this.drawnAt < 100)) return
    this.drawnAt = now
    this.drawn = true
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    process.stderr.write(
      `\r\u001b[K${what} ${percent} % of ${sizeWords(total)}`.slice(0, (process.stderr.columns || 80) + 4),
    )
  }

  /** @param {{ code: string, message: string, exitCode: number }} trouble */
  trouble({ code, message, exitCode }) {
    this.clear()
    process.stderr.write(this.json ? `${JSON.stringify({ error: { code, message, exitCode } })}\n` : `${message}\n`)
  }

  clear() {
    if (this.drawn) process.stderr.write('\r\u001b[K')
    this.drawn = false
  }
}

/** @param {number} bytes */
export function sizeWords(bytes) {
  if (bytes < 1000) return `${bytes} B`
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  return `${(bytes / Number(size)).toFixed(bytes / Number(size) < 10 ? 1 : 0)} ${unit}`
}
