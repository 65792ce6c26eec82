/** Long enough for a screen reader to notice that the region was empty, so that it reads the same words again. */
const REST_MS = 60

let region: HTMLElement | undefined
let pending: ReturnType<typeof setTimeout> | undefined

/** There before the first words: a region that comes with its words is not read by all. */
function openRegion(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.setAttribute('role', 'status')
  region.dataset['announcer'] = ''
  Object.assign(region.style, {
    position: 'fixed',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  })
  document.body.append(region)
  return region
}

/** For a page, once it is there. */
export function openAnnouncer(): void {
  openRegion()
}

/** Has a screen reader say, once it has a pause, what changed without being seen. The last words win. */
export function announce(words: string): void {
  const place = openRegion()
  place.textContent = ''
  clearTimeout(pending)
  pending = setTimeout(() => {
    place.textContent = words
  }, REST_MS)
}
