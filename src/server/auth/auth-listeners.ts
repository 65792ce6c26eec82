/** What the product does when people and organizations change; features.ts ties these to the features. */
export interface AuthListeners {
  /** Told of every new account once it is committed. */
  readonly welcome: (userId: string) => Promise<void>
  /** Told of every account that is gone. */
  readonly gone: (userId: string) => Promise<void>
  /**
   * Whoever has proven that an account is theirs takes it over: whoever acts for it without a session is let in no
   * more.
   */
  readonly takenOver: (userId: string, address: string) => Promise<void>
  /** A session of theirs began or ended. */
  readonly sessionsChanged: (userId: string) => Promise<void>
  /** Deletes an account and what goes with it, in one transaction. A Refusal keeps it. */
  readonly farewell: (userId: string, address: string) => Promise<void>
  /** An organization, its teams or its people changed. `userId` names who came or went. */
  readonly organizationChanged: (organizationId: string, userId?: string) => Promise<void>
  /** Asked before an organization is deleted: its projects go to its owners. */
  readonly organizationLeaves: (organizationId: string) => Promise<void>
  /** Told of a team that is gone. */
  readonly teamLeaves: (teamId: string) => Promise<void>
}
