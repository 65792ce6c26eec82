/** What a chat shows of a link, in the words of Open Graph. */
export interface LinkPreview {
  readonly title: string
  readonly description: string
  /** Nobody is meant to find it by searching. */
  readonly isPrivate: boolean
}

const product = 'Roughmix is a web application for collaborating on audio tracks.'

/**
 * By the shape of the address alone, and never by what is behind it: a link that works, one with a password, one that
 * has run out and one that never was look the same, and no name or title is told to those who only see the link.
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

/** As the address bar has it once the sign-in stands before the invitation. */
function isInviteRedirect(redirect: string | null): boolean {
  return redirect !== null && /[?&]invId=/.test(redirect)
}

/** Programs that look at links for others, and may run a page’s scripts: nobody came through the door. */
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
