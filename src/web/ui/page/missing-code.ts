import { uiStrings } from '../ui.strings.ts'

/** As Chromium, Firefox and Safari word a failed `import()`, and Vite a style that belongs to it. */
const missingCode = /dynamically imported module|importing a module script failed|unable to preload css/i

/**
 * A part of the page that could not be fetched because the server cannot be reached. The router would load the page
 * anew for the browser’s own words.
 */
export class UnreachablePart extends Error {
  constructor(cause: unknown) {
    super('A part of the page was not there while the server could not be reached', { cause })
    this.name = 'UnreachablePart'
  }
}

/** After an update of the server, or without a network: a part of the page that was not loaded yet. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof UnreachablePart || (error instanceof Error && missingCode.test(error.message))
}

/** Why it is missing, as one sentence. */
export function missingCodeWords(error: unknown): string {
  return error instanceof UnreachablePart ? uiStrings.codeUnreachable : uiStrings.codeMissing
}
