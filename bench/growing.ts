import { readFileSync } from 'node:fs'
import { ASSUMPTIONS, assumedNow, type Assumptions, type UnitCosts, unitCostsFile } from './growing-arithmetic.ts'
import { assumptionTable, needTable, unitTable } from './growing-page.ts'

/**
 * What many users need, from measured unit costs: `node bench/growing.ts [name=value …]` with any of the assumptions it
 * prints.
 */
const costs: UnitCosts = JSON.parse(readFileSync(unitCostsFile, 'utf8'))
const given = Object.fromEntries(
  process.argv.slice(2).map((word) => {
    const [name = '', value = ''] = word.split('=')
    if (!(name in ASSUMPTIONS) || !Number.isFinite(Number(value)) || value === '') {
      console.error(`${word} is no assumption. There are: ${Object.keys(ASSUMPTIONS).join(', ')}`)
      process.exit(1)
    }
    return [name, Number(value)]
  }),
)
const assumed: Assumptions = { ...assumedNow(), ...given }
for (const line of [...unitTable(costs), '', ...assumptionTable(assumed), '', ...needTable(costs, assumed)])
  console.log(line)
