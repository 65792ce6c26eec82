import { locale } from './locale.ts'

/** One sentence with `{gaps}`, or plural forms selected by `{count}`. */
export type Message = string | PluralMessage

export interface PluralMessage {
  readonly zero?: string
  readonly one: string
  readonly other: string
}

type GapsOf<Words extends string> = Words extends `${string}{${infer Gap}}${infer Rest}` ? Gap | GapsOf<Rest> : never

type GapsOfMessage<M extends Message> = M extends string
  ? GapsOf<M>
  : M extends { readonly other: infer Words extends string }
    ? GapsOf<Words> | 'count'
    : never

/** A value for each gap of the message; numbers are formatted in the reader's locale. */
export type TextValues<M extends Message> = {
  readonly [Gap in GapsOfMessage<M>]: Gap extends 'count' ? number : string | number
}

const plurals = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/**
 * Fills a message from a strings table: `text(strings.tracks, { count: 8 })`. TypeScript knows the gaps if the table is
 * `as const`. The form `zero`, if present, is used for exactly 0.
 */
export function text<M extends Message>(message: M, values: TextValues<M>): string {
  const given: Readonly<Record<string, string | number>> = values
  const template = typeof message === 'string' ? message : pluralForm(message, given['count'])
  return template.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = given[name]
    return typeof value === 'number' ? numbers.format(value) : (value ?? gap)
  })
}

function pluralForm(message: PluralMessage, count: string | number | undefined): string {
  if (count === 0 && message.zero !== undefined) return message.zero
  return plurals.select(Number(count)) === 'one' ? message.one : message.other
}
