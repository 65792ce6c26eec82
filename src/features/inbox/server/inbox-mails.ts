import type { Config } from '#server/config.ts'
import { escaped, mailPage, oneLine, type Mail } from '#server/mail/letter.ts'
import { inboxLine, inboxPath } from '../inbox-line.ts'
import type { InboxItem } from '../inbox.contract.ts'
import { inboxMailStrings as strings, inboxNames, kindNames } from '../inbox.strings.ts'
import type { MailedItem } from './mailed-items.ts'
import { sealUnsubscribe, type MailScope } from './unsubscribe-token.ts'

interface InboxMail {
  readonly config: Config
  readonly person: { readonly id: string; readonly email: string }
  /** Oldest first; never empty. */
  readonly items: readonly MailedItem[]
}

/** Further items are only counted. */
const MOST = 30

/** A project's waiting notifications in one mail. */
export function projectMail({ config, person, items }: InboxMail): Mail {
  const project = items[0]?.project ?? { id: '', name: '' }
  const [first] = items
  const subject =
    items.length === 1 && first
      ? filled(strings.oneSubject, { line: lineOf(named(first)), project: project.name })
      : filled(strings.manySubject, { count: items.length, project: project.name })
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  const stops: readonly Stop[] = [
    ...(kinds.length === 1 && kinds[0]
      ? [{ scope: { kind: kinds[0] }, label: filled(strings.stopKind, { kind: kindNames[kinds[0]] }) }]
      : []),
    { scope: { projectId: project.id }, label: filled(strings.stopProject, { project: project.name }) },
  ]
  return build({
    config,
    person,
    subject,
    why: filled(strings.why, { project: project.name }),
    groups: [{ name: undefined, items }],
    stops,
  })
}

/** The daily digest of all projects. */
export function digestMail({ config, person, items }: InboxMail): Mail {
  const groups = [...Map.groupBy(items, ({ project }) => project.id).values()].map((of) => ({
    name: of[0]?.project.name,
    items: of,
  }))
  const subject = filled(strings.digestSubject[items.length === 1 ? 'one' : 'other'], { count: items.length })
  return build({
    config,
    person,
    subject,
    why: strings.whyDigest,
    groups,
    stops: [{ scope: { digest: true }, label: strings.stopDigest }],
  })
}

interface Stop {
  readonly scope: MailScope
  readonly label: string
}

interface Parts {
  readonly config: Config
  readonly person: { readonly id: string; readonly email: string }
  readonly subject: string
  readonly why: string
  readonly groups: readonly { readonly name: string | undefined; readonly items: readonly InboxItem[] }[]
  /** The last one becomes the mail program's own unsubscribe button. */
  readonly stops: readonly Stop[]
}

function build({ config, person, subject: words, why, groups, stops }: Parts): Mail {
  const subject = oneLine(words)
  const settingsUrl = `${config.baseUrl}/account/notifications`
  const inboxUrl = `${config.baseUrl}/inbox`
  const links = stops.map(({ scope, label }) => ({
    label,
    url: `${config.baseUrl}/unsubscribe?token=${sealUnsubscribe(config, person.id, scope)}`,
  }))
  const urlOf = (item: InboxItem) => config.baseUrl + inboxPath(item)
  const rest = groups.reduce((count, { items }) => count + Math.max(0, items.length - MOST), 0)
  const shown = groups.map(({ name, items }) => ({ name, items: items.slice(0, MOST) }))
  const more = rest > 0 ? [filled(strings.more, { count: rest })] : []
  const text = [
    ...shown.flatMap(({ name, items }) => [
      ...(name === undefined ? [] : [name.toUpperCase(), '']),
      ...items.flatMap((item) => [
        lineOf(item),
        ...(item.excerpt === null ? [] : [`> ${item.excerpt}`]),
        urlOf(item),
        '',
      ]),
    ]),
    ...more,
    `${strings.openInbox}: ${inboxUrl}`,
    '',
    why,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    `${strings.settings}: ${settingsUrl}`,
    '',
    'Roughmix',
  ].join('\n')
  const headed = (name: string) => `<h2 style="margin:24px 0 4px;font-size:15px">${escaped(name)}</h2>`
  const content = shown
    .flatMap(({ name, items }) => [
      name === undefined ? '' : headed(name),
      ...items.map((item) => itemHtml(item, urlOf(item))),
    ])
    .join('')
  const button =
    '<p style="margin:24px 0 0">' +
    `<a href="${escaped(inboxUrl)}" style="background:#e8e04f;color:#1b1a12;padding:12px ` +
    `20px;border-radius:6px;text-decoration:none;font-weight:600;display:inline-block">${strings.openInbox}</a></p>`
  const foot = [
    escaped(why),
    ...[...links, { label: strings.settings, url: settingsUrl }].map(
      ({ label, url }) => `<a href="${escaped(url)}" style="color:#6b6a64">${escaped(label)}</a>`,
    ),
  ].join('<br>')
  return {
    to: person.email,
    subject,
    text,
    html: mailPage({
      title: subject,
      content: `${content}${more.map((line) => `<p style="margin:12px 0 0">${escaped(line)}</p>`).join('')}${button}`,
      foot,
    }),
    unsubscribeUrl: links.at(-1)?.url,
  }
}

function itemHtml(item: InboxItem, url: string): string {
  const line = inboxLine(item)
    .map(({ text, name }) => (name ? `<strong>${escaped(text)}</strong>` : escaped(text)))
    .join('')
  const excerpt =
    item.excerpt === null
      ? ''
      : '<p style="margin:4px 0 0;padding-left:12px;border-left:3px solid ' +
        `#e2e1db;color:#4c4b45">${escaped(item.excerpt)}</p>`
  return (
    `<div style="padding:12px 0;border-bottom:1px solid #e2e1db"><p style="margin:0">${line}</p>${excerpt}` +
    `<p style="margin:4px 0 0"><a href="${escaped(url)}" style="color:#22211c">${strings.open}</a></p></div>`
  )
}

/** Subjects contain no text from strangers. */
function named(item: MailedItem): InboxItem {
  return item.isByStranger && item.actor ? { ...item, actor: { ...item.actor, name: inboxNames.guest } } : item
}

function lineOf(item: InboxItem): string {
  return inboxLine(item)
    .map(({ text }) => text)
    .join('')
}

function filled(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))
}
