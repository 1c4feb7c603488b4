<?php
/**
 * The addresses of the podcast site and of its player.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const OPTION = 'earshot_url';

/** Address of the podcast site, without a trailing slash; empty until it is set. */
function podcast_url(): string {
	return clean_url( is_fixed() ? EARSHOT_URL : get_option( OPTION, '' ) );
}

/** Whether wp-config.php sets the address. */
function is_fixed(): bool {
	return '' !== EARSHOT_URL;
}

/** Address of the player and its script: the podcast site, unless EARSHOT_WIDGET_URL is set. */
function widget_url(): string {
	return '' !== EARSHOT_WIDGET_URL ? clean_url( EARSHOT_WIDGET_URL ) : podcast_url();
}

/** Address of the programs' interface: /api of the podcast site, unless EARSHOT_API_URL is set. */
function api_url(): string {
	return '' !== EARSHOT_API_URL ? clean_url( EARSHOT_API_URL ) : podcast_url() . '/api';
}

/**
 * Returns an http or https address without a trailing slash. Empty if the text is not such an address or has a user,
 * a
 * query or a fragment.
 *
 * @param mixed $text The entered text.
 */
function clean_url( $text ): string {
	$text = is_string( $text ) ? trim( $text ) : '';
	if ( ! preg_match( '#^https?://#i', $text ) ) {
		return ''; // WordPress would add a scheme.
	}
	$parts = wp_parse_url( esc_url_raw( $text, array( 'http', 'https' ) ) );
	if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) ) {
		return '';
	}
	$port = isset( $parts['port'] ) ? ":{$parts['port']}" : '';
	return untrailingslashit( strtolower( "{$parts['scheme']}://{$parts['host']}$port" ) . ( $parts['path'] ?? '' ) );
}
