/** Moments at which killing a server is instructive. */
export type Moment = 'acknowledged' | 'part under way' | 'last part sent' | 'version made'
