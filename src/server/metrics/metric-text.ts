export interface Sample {
  /** After the metric's name, as `_bucket`. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string | number>>
  /** A sample whose value is not known is left out. */
  readonly value: number | undefined
}

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/ version 0.0.4 */
export function metricText(metrics: readonly Metric[]): string {
  return metrics
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((sample) => sampleText(name, sample)).join('')}`,
    )
    .join('')
}

function sampleText(name: string, { suffix = '', labels = {}, value }: Sample): string {
  if (value === undefined) return ''
  const words = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`)
  return `${name}${suffix}${words.length > 0 ? `{${words.join(',')}}` : ''} ${value}\n`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
