/** Names the database of beacons, for who only wants to know whether there is one. */
export const BEACON_DATABASE = 'earshot-beacons';
