/** A wish of the surrounding page that no state of the player holds: a pause while autoplay still asks the browser. */
export const wanted = { isSilent: false };
