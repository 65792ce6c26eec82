import type { TrustPerson } from './person.ts'

/** The token with which the metrics are read. */
export const METRICS_TOKEN = 'reads-the-figures'

/** For the admin: answers that contain ages or delays. */
const ANSWERS = ['/api/admin/health', '/api/admin/jobs?limit=200', '/api/admin/sessions', '/api/projects'] as const
/** If these are missing, nothing was checked. */
const KNOWN_AGES = ['lateSeconds', 'roughmix_backup_age_seconds', 'roughmix_job_oldest_seconds'] as const

/** Ages and delays as the server calculates them, in its answers and its metrics. One line for each negative one. */
export async function negativeAges({ line }: TrustPerson): Promise<readonly string[]> {
  const ages: (readonly [name: string, value: number])[] = []
  for (const path of ANSWERS) collect(JSON.parse((await line.json('GET', path)).body.toString()), ages)
  const figures = (
    await line.ask('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).body.toString()
  for (const [, name = '', value] of figures.matchAll(/^(\w+_seconds)(?:\{.*\})? (\S+)$/gm))
    ages.push([name, Number(value)])
  const unseen = KNOWN_AGES.filter((name) => !ages.some(([seen]) => seen === name))
  return [
    ...unseen.map((name) => `${name} is not told`),
    ...ages.filter(([, value]) => !(value >= 0)).map(([name, value]) => `${name} is ${value}`),
  ]
}

function collect(answer: unknown, ages: (readonly [name: string, value: number])[]): void {
  if (typeof answer !== 'object' || answer === null) return
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'number' && /(Seconds|Ms|[aA]ge)$/.test(name)) ages.push([name, value])
    else collect(value, ages)
  }
}
