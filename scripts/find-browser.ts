import { findInPath, installDebian, isProgram, isYoungEnough } from './find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Version 150 does not retry a failed dynamic import (decision 0034). */
const LEAST = 156

/** An installed Chromium or Chrome, or Debian's if it may be installed. */
export function findBrowser(): { readonly path: string } | { readonly missing: string } {
  const given = process.env['CHROMIUM']
  const found = given && isProgram(given) ? given : (findInPath(...NAMES) ?? ELSEWHERE.find(isProgram))
  if (found && isYoungEnough(found, LEAST)) return { path: found }
  const installed = installDebian('chromium')
  const path = findInPath(...NAMES)
  if (installed === true && path && isYoungEnough(path, LEAST)) return { path }
  return {
    missing: `there is no Chromium or Chrome ${LEAST}; ${installed === true ? 'set CHROMIUM to its path' : installed}`,
  }
}
