/** Moves the focus from a control that disappears when it is pressed to the player's Play button. */
export function focusPlay(control: HTMLElement): void {
  control.closest('main, section')?.querySelector<HTMLElement>('.es-play')?.focus();
}
