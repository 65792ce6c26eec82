/** What a chat shows for a link, as Open Graph tags. */
export interface LinkPreview {
  readonly title: string
  readonly description: string
  /** Search engines must not index it. */
  readonly isPrivate: boolean
  /** A square picture, in place of the product's own. */
  readonly image?: { readonly url: string; readonly edge: number; readonly alt: string }
}

const product = 'Roughmix is a web application for collaborating on audio tracks.'

/**
 * Depends only on the form of the URL, never on what it leads to: a link with a password, an expired and an invalid one
 * look the same, and no name or title is revealed to somebody who only sees the link.
 */
export function linkPreview(url: string): LinkPreview {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (pathname.startsWith('/s/'))
    return { title: 'Music was shared with you', description: 'Open the link to listen on Roughmix.', isPrivate: true }
  if (pathname.startsWith('/invitation/'))
    return {
      title: 'You are invited to an organization',
      description: 'Open the link to join on Roughmix.',
      isPrivate: true,
    }
  if (searchParams.has('invId') || isInviteRedirect(searchParams.get('redirect')))
    return { title: 'You are invited to a project', description: 'Open the link to join on Roughmix.', isPrivate: true }
  return { title: 'Roughmix', description: product, isPrivate: pathname !== '/' || searchParams.size > 0 }
}

/** The URL of the sign-in page that a visitor to an invitation is sent to. */
function isInviteRedirect(redirect: string | null): boolean {
  return redirect !== null && /[?&]invId=/.test(redirect)
}

/** Programs that preview links and may run a page’s scripts: they do not count as visitors. */
export function isLinkLooker(userAgent: string | undefined): boolean {
  return userAgent !== undefined && linkLookers.test(userAgent)
}

const bots =
  'google|bing|slack|twitter|discord|telegram|linkedin|apple|yandex|duckduck|facebook|pinterest|reddit|petal|' +
  'gpt|claude|cc|ahrefs|semrush'
const others =
  'slack-imgproxy|baiduspider|facebookexternalhit|meta-externalagent|whatsapp/|skypeuripreview|embedly|iframely|' +
  'mastodon/|bitlybot|vkshare'
const linkLookers = new RegExp(`(${bots})-?bot\\b|${others}`, 'i')
