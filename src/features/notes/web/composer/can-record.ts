/** Browsers do not offer the microphone without https. */
export function canRecord(): boolean {
  return typeof MediaRecorder === 'function' && typeof navigator.mediaDevices?.getUserMedia === 'function'
}
