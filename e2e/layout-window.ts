/** The page as a window shows it. Runs in the page; see layout-faults.ts. */

export interface Look {
  readonly width: number
  readonly height: number
  /** Of a window that has a choice. */
  readonly rail?: 'wide' | 'narrow'
  /** Every word 40 % longer, as other languages have them. */
  readonly isLong?: boolean
}

/** In a window that already has the size. */
export async function shownAs<T>({ rail = 'wide', isLong = false }: Look, look: () => T): Promise<T> {
  chooseRail(rail)
  const shorten = isLong ? lengthen() : null
  try {
    await stillness()
    return look()
  } finally {
    shorten?.()
  }
}

/** As another tab would. */
function chooseRail(width: string): void {
  for (const key of ['roughmix.rail.page', 'roughmix.rail.wave']) {
    localStorage.setItem(key, width)
    dispatchEvent(new StorageEvent('storage', { key }))
  }
}

/** Words grow, figures do not; answers how to undo it. */
function lengthen(): () => void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const grown: (readonly [Text, string])[] = []
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const words = node.nodeValue ?? ''
    if (!/\p{L}{3}/u.test(words) || node.parentElement?.closest('script, style, noscript, kbd, code, textarea'))
      continue
    grown.push([node, words])
    node.nodeValue = words.replaceAll(/\p{L}{3,}/gu, (word) => word + word.slice(-Math.ceil(word.length * 0.4)))
  }
  return () => {
    for (const [node, words] of grown) node.nodeValue = words
  }
}

/**
 * A new size is told with the first frame, what measured itself is drawn again with the second, and what stands in that
 * with the third.
 */
async function stillness(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  )
}
