import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Oklch = readonly [lightness: number, chroma: number, hue: number]

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const moreFrom = css.indexOf('@media (prefers-contrast: more)')
const themes = ['light', 'dark'] as const
const grounds = ['c-well', 'c-bg', 'c-surface', 'c-raised', 'c-hover', 'c-press']

/** A token's value in a theme; with `more`, for prefers-contrast: more. */
function colour(name: string, theme: (typeof themes)[number], more: boolean): Oklch {
  const one = (from: string) =>
    new RegExp(`--${name}: light-dark\\(oklch\\(([\\d. ]+)\\), oklch\\(([\\d. ]+)\\)\\)`).exec(from)
  const found = (more ? one(css.slice(moreFrom)) : null) ?? one(css.slice(0, moreFrom))
  const [lightness = 0, chroma = 0, hue = 0] = (found?.[theme === 'light' ? 1 : 2] ?? '').split(' ').map(Number)
  return [lightness, chroma, hue]
}

/** Relative luminance, 0 to 1. @see https://bottosson.github.io/posts/oklab/ and WCAG 2.2 */
function luminance([lightness, chroma, hue]: Oklch): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  const [r = 0, g = 0, bl = 0] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)))
  return 0.2126 * r + 0.7152 * g + 0.0722 * bl
}

function contrast(one: Oklch, other: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Tokens below a contrast ratio on any ground, with their ratio. */
function tooFaint(names: readonly string[], least: number, more: boolean, on = grounds): readonly string[] {
  return themes.flatMap((theme) =>
    names.flatMap((name) =>
      on.flatMap((ground) => {
        const ratio = contrast(colour(name, theme, more), colour(ground, theme, more))
        return ratio < least ? [`${theme}: ${name} on ${ground} ${ratio.toFixed(2)}`] : []
      }),
    ),
  )
}

test('text reads on every ground, and a field’s edge is seen', () => {
  expect(tooFaint(['c-text', 'c-text-2', 'c-text-3'], 4.5, false, ['c-well', 'c-bg', 'c-surface', 'c-raised'])).toEqual(
    [],
  )
  expect(tooFaint(['c-line-field'], 3, false, ['c-well', 'c-bg', 'c-surface'])).toEqual([])
})

describe('for readers who ask for more contrast', () => {
  test('all text and every state has seven to one', () => {
    expect(
      tooFaint(
        [
          'c-text',
          'c-text-2',
          'c-text-3',
          'c-accent-text',
          'c-open',
          'c-fixed',
          'c-verified',
          'c-warning',
          'c-danger',
          'c-amber',
          'c-focus',
        ],
        7,
        true,
      ),
    ).toEqual([])
  })

  test('what is switched off can be read, and every line is seen', () => {
    expect(tooFaint(['c-text-off'], 4.5, true)).toEqual([])
    expect(tooFaint(['c-line', 'c-line-2', 'c-line-field'], 3, true)).toEqual([])
  })
})
