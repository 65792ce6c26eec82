import { readFileSync } from 'node:fs'
import { type Bar, type BarId, barIds, bars, type Figure, loadWords } from './bars.ts'

export type Figures = Partial<Record<BarId, Figure>>

export const figuresFile = 'trust/figures.json'

export function readFigures(): Figures {
  return JSON.parse(readFileSync(figuresFile, 'utf8'))
}

/** docs/trust.md: the promises, and the result of the last full run of each. */
export function trustPage(): string {
  const figures = readFigures()
  const rows = barIds.map((id) => {
    const figure = figures[id]
    const { title, asked, inTests = '' }: Bar = bars[id]
    const found = figure
      ? [figure.figure, ...figure.wrong.slice(0, 3).map((line) => line.split('\n', 1)[0])].join('; ')
      : ''
    const cells = [
      id.toUpperCase(),
      title,
      asked,
      inTests,
      figure ? stateWords(figure, asked) : 'not run yet',
      found.replaceAll('|', '\\|'),
      figure ? `${figure.at}, seed ${figure.seed}, ${figure.tookSeconds} s, ${loadWords(figure)}` : '',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '# What happens when things go wrong',
    '',
    'Each line is a promise that a program tests: `npm run trust` runs all of them, `npm run trust -- r04 r07` ' +
      'some, `--short` with fewer rounds and longer time limits for a busy machine, `--seed N` repeats a run. ' +
      '`npm test` runs only what the fourth column names. The programs start servers of their own on loopback and ' +
      'touch nothing else. Some need root (to fill a small disk), strace, faketime or PostgreSQL; if that is ' +
      'missing, they end with “not run” and exit code 2, which counts as neither met nor missed.',
    '',
    'The clients write every acknowledged operation to a journal of their own and flush it before the next one. ' +
      'After the fault, a verifier reads everything back through the API, and also checks the database and the ' +
      'files directly.',
    '',
    'This page is generated from `trust/figures.json`, which the last full run of each program wrote.',
    '',
    '| | fault | asked | in `npm test` | | found | when |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** A figure from before the promise was raised does not count for the present one. */
function stateWords({ state, asked }: Figure, askedNow: string): string {
  return asked === askedNow ? `**${state}**` : `not run since more is asked; **${state}** when it was: ${asked}`
}
