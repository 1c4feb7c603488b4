<?php
/**
 * A link to a show or an episode on a line of its own becomes its player.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		if ( '' === podcast_url() || '' === widget_url() ) {
			return;
		}
		// A provider that is named is trusted: its frame is not put into a sandbox.
		$endpoint = podcast_url() . '/oembed';
		wp_oembed_add_provider( pages_pattern( podcast_url(), '(show|user/[^/]+)/[^/]+' ), $endpoint, true );
		wp_oembed_add_provider( pages_pattern( widget_url(), 'player/?\?' ), $endpoint, true );
	}
);

/** Addresses below one of ours, over http or https. */
function pages_pattern( string $base, string $path ): string {
	$host = preg_replace( '#^https?://#', '', $base );
	return '#^https?://' . preg_quote( $host, '#' ) . "/$path#i";
}
