let toName: string | undefined

/** The page of this project, once it opens, offers its name for typing over: we made it up. */
export function offerNaming(projectId: string): void {
  toName = projectId
}

export function isNamingOffered(projectId: string): boolean {
  return toName === projectId
}

/** Call once the name can be typed: the next visit shows it as it is. */
export function endNamingOffer(): void {
  toName = undefined
}
