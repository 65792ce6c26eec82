/** A URL name from an organization's name: "Harbour Row Studio" → harbour-row-studio. */
export function slugFor(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
}

/** Lower-case letters, digits and single hyphens between them. */
export function isSlug(slug: string): boolean {
  return slug.length <= 50 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
}
