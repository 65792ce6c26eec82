/** Browser and system from a user agent: "Firefox on Linux". */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
  readonly kind: 'desk' | 'phone' | 'tablet'
}

/** The first match counts, because most user agents also name other browsers. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgi?A?(OS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
  [/^(curl|Wget|node|undici|Python|okhttp)\b/i, 'A program'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export function deviceOf(userAgent: string | null | undefined): Device {
  const named = (table: typeof browsers) => table.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? null
  const system = named(systems)
  const handheld = system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent ?? ''))
  return {
    browser: named(browsers),
    system,
    kind: handheld ? 'phone' : system === 'iPad' || system === 'Android' ? 'tablet' : 'desk',
  }
}
