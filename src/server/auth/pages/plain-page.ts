import { createHash } from 'node:crypto'
import { escaped } from '../../mail/letter.ts'

const style = `
:root { color-scheme: light dark }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  background: light-dark(oklch(0.966 0.003 95), oklch(0.186 0.004 95));
  color: light-dark(oklch(0.225 0.006 95), oklch(0.948 0.004 95));
  font: 15px/1.5 system-ui, sans-serif;
}
main {
  box-sizing: border-box;
  width: min(30rem, 100vw - 2rem);
  padding: 2rem;
  border: 1px solid light-dark(oklch(0.898 0.004 95), oklch(0.276 0.005 95));
  border-radius: 10px;
  background: light-dark(oklch(0.988 0.002 95), oklch(0.212 0.005 95));
}
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 1.5rem; font-weight: 600; color: inherit }
.brand svg { width: 32px; height: 32px }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem }
p { margin: 0 0 1rem; color: light-dark(oklch(0.405 0.007 95), oklch(0.790 0.006 95)) }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
a, button {
  display: inline-block;
  padding: 0.6rem 1.1rem;
  border: 0;
  border-radius: 6px;
  background: oklch(0.885 0.168 106);
  color: oklch(0.215 0.020 100);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
a:focus-visible, button:focus-visible {
  outline: 2px solid light-dark(oklch(0.465 0.098 100), oklch(0.930 0.150 107));
  outline-offset: 2px;
}
`
/** The logo that the client's pages use. */
const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="6" fill="#e9e14f"/>' +
  '<path fill="none" stroke="#18160c" stroke-width="2.7" stroke-linecap="round" ' +
  'd="M7.5 13.8v4.4M12.6 9.8v12.4M17.6 12.6v6.8M25 7l-4.1 18"/></svg>'
/** Suppresses the browser's context menu, as the client does. No other script runs. */
const script = "addEventListener('contextmenu', (event) => event.preventDefault())"
const policy =
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; form-action 'self'; ` +
  `frame-ancestors 'none'; base-uri 'none'`

export interface PlainPage {
  readonly title: string
  readonly lines: readonly string[]
  /** Shown as it is, for people who look it up. */
  readonly code?: string
  readonly action:
    | { readonly label: string; readonly href: string }
    | { readonly label: string; readonly to: string; readonly fields: Readonly<Record<string, string>> }
}

/** A page that needs no client code, for mailed links and failed sign-ins. */
export function plainPage({ title, lines, code, action }: PlainPage, status = 200): Response {
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escaped(title)} · Roughmix</title><style>${style}</style><script>${script}</script></head>`,
    `<body><main><p class="brand">${mark}Roughmix</p><h1>${escaped(title)}</h1>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    code ? `<p>Code: <code>${escaped(code)}</code></p>` : '',
    `${way(action)}</main></body></html>`,
  ]
  return new Response(parts.join(''), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  })
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function way(action: PlainPage['action']): string {
  if ('href' in action) return `<a href="${escaped(action.href)}">${escaped(action.label)}</a>`
  const fields = Object.entries(action.fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return (
    `<form method="post" action="${escaped(action.to)}">${fields.join('')}` +
    `<button>${escaped(action.label)}</button></form>`
  )
}
