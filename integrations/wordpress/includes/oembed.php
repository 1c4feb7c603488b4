<?php
/**
 * Turns a link to a show, an episode or a quote on its own line into a player.
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
		// WordPress trusts registered providers: it does not sandbox their frames.
		$endpoint = podcast_url() . '/oembed';
		wp_oembed_add_provider( pages_pattern( podcast_url(), '(show|quote|user/[^/]+)/[^/]+' ), $endpoint, true );
		wp_oembed_add_provider( pages_pattern( widget_url(), 'player/?\?' ), $endpoint, true );
	}
);

/** A pattern for the addresses below a base address, with http or https. */
function pages_pattern( string $base, string $path ): string {
	$host = preg_replace( '#^https?://#', '', $base );
	return '#^https?://' . preg_quote( $host, '#' ) . "/$path#i";
}
