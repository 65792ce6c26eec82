export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** A URL to which mail programs post a one-click unsubscribe (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly lines: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly footnote: string
}

/** One letter as plain text and as HTML in the product's design, with the plain URL beside the button. */
export function letter({ to, subject: subjectLine, lines, action, footnote }: Letter): Mail {
  const subject = oneLine(subjectLine)
  const text = [...lines, ...(action ? ['', action.url] : []), '', footnote, '', 'Roughmix'].join('\n')
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px">${escaped(line)}</p>`).join('')
  const button = action
    ? '<p style="margin:24px 0">' +
      `<a href="${escaped(action.url)}" style="background:#e8e04f;color:#1b1a12;padding:12px ` +
      `20px;border-radius:6px;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>` +
      `<p style="margin:0 0 12px;font-size:12px;color:#6b6a64;word-break:break-all">${escaped(action.url)}</p>`
    : ''
  return {
    to,
    subject,
    text,
    html: mailPage({ title: subject, content: `${paragraphs}${button}`, foot: escaped(footnote) }),
  }
}

/** The product's design around a mail; `content` and `foot` are HTML. */
export function mailPage({
  title,
  content,
  foot,
}: {
  readonly title: string
  readonly content: string
  readonly foot: string
}): string {
  return (
    '<!doctype html><html lang="en">' +
    `<body style="margin:0;background:#f4f3ef;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe ` +
    `UI',sans-serif;font-size:15px;line-height:1.5;color:#22211c">` +
    '<div style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid ' +
    `#e2e1db;border-radius:10px;padding:32px"><h1 style="margin:0 0 16px;font-size:20px">${escaped(title)}</h1>` +
    `${content}<p style="margin:24px 0 0;font-size:12px;color:#6b6a64">${foot}</p></div>` +
    '<p style="text-align:center;font-size:12px;color:#6b6a64">Roughmix</p></body></html>'
  )
}

/** Subjects contain names of people and projects; a header must be one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
