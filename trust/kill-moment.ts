/** Moments at which a server is worth killing. */
export type Moment = 'acknowledged' | 'part under way' | 'last part sent' | 'version made'
