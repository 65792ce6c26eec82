/** As Chromium, Firefox and Safari word a failed `import()`, and Vite a style that belongs to it. */
const missingCode = /dynamically imported module|importing a module script failed|unable to preload css/i

/** After an update of the server, or without a network: a part of the page that was not loaded yet. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && missingCode.test(error.message)
}
