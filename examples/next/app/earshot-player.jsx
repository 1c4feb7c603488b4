'use client';

import { defineEarshotPlayer } from 'earshot/embed';

void defineEarshotPlayer();

export function EarshotPlayer(props) {
  return <earshot-player {...props} />;
}
