import { uiStrings } from '../ui.strings.ts'

/** Messages of Chromium, Firefox and Safari for a failed `import()`, and of Vite for a style that belongs to it. */
const missingCode = /dynamically imported module|importing a module script failed|unable to preload css/i

/**
 * A part of the page could not be loaded because the server cannot be reached. Uses its own message, because the router
 * reloads the page for the browser's.
 */
export class UnreachablePart extends Error {
  constructor(cause: unknown) {
    super('A part of the page was not there while the server could not be reached', { cause })
    this.name = 'UnreachablePart'
  }
}

/** Whether a part of the page could not be loaded, after an upgrade of the server or without a network. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof UnreachablePart || (error instanceof Error && missingCode.test(error.message))
}

/** Why it is missing, as one sentence. */
export function missingCodeWords(error: unknown): string {
  return error instanceof UnreachablePart ? uiStrings.codeUnreachable : uiStrings.codeMissing
}
